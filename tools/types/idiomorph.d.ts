export const Idiomorph: any;
