export * from "ts-fsrs";
