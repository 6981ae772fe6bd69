"""Drawings of king, queen, jack and Ober: half figures, completed by rotation.

The frame of a court card extends from (25, 14) to (75, 126). A half ends at y = 70, where its rotated copy
begins. Classes: `kp-c0` card, `kp-c1` gold, `kp-c2` a tint of the suit; parts without a class have the suit's
colour.
"""

from typing import Final

_BELT: Final = '<path class="kp-c1" d="M25 66.5H75V70H25Z"/>'

_EYES: Final = '<path class="kp-l2" d="M44.4 37.4H47.8M52.2 37.4H55.6M50 38.6V42.4"/>'

_HEAD: Final = (
    '<path d="M40.6 29H59.4C61.6 36 62 42 60.6 48.6 58.6 50 56.6 49.6 55.4 48H44.6C43.4 49.6 41.4 50 39.4'
    ' 48.6 38 42 38.4 36 40.6 29Z"/>'
    '<path class="kp-c0" d="M43 29H57V39C57 45 54 48.8 50 48.8S43 45 43 39Z"/>'
)

_KING: Final = (
    # robe, with stripes and a collar
    '<path d="M25 70V64C30 57.6 37 54.4 42 53L50 61 58 53C63 54.4 70 57.6 75 64V70Z"/>'
    '<path class="kp-l4" d="M31 70V59.6M37 70V56.2M63 70V56.2M69 70V59.6"/>'
    '<path class="kp-c1" d="M41 53.2 44 51.6 50 57.6 56 51.6 59 53.2 50 63Z"/>'
    # hair and beard, face, crown
    '<path d="M39.6 29H60.4L61.6 43C61.6 51 57 56.6 50 58.4 43 56.6 38.4 51 38.4 43Z"/>'
    '<path class="kp-c0" d="M42.4 30H57.6V43.4C57.6 45.6 56 46.6 53.8 46 51.6 45.2 48.4 45.2 46.2 46 44 46.6'
    ' 42.4 45.6 42.4 43.4Z"/>'
    '<path class="kp-l4" d="M47.6 49.4H52.4"/>'
    '<path class="kp-c1" d="M38.6 31 37 19.4 43.6 24.4 50 16.4 56.4 24.4 63 19.4 61.4 31Z"/>'
    '<path class="kp-l3" d="M39 28.2H61"/>'
    '<circle cx="50" cy="22.6" r="1.5"/>'
    # sceptre
    '<path class="kp-l3" d="M69.4 27V64"/><circle class="kp-c1" cx="69.4" cy="24.4" r="3.2"/>'
    '<path class="kp-l3" d="M69.4 17.4V21.4M67.6 19.2H71.2"/>'
)

_QUEEN: Final = (
    '<path d="M25 70C27 61 36 56.4 43.4 54.4L50 60 56.6 54.4C64 56.4 73 61 75 70Z"/>'
    '<path class="kp-c2" d="M38.6 56 50 70 61.4 56 56.6 54.4 50 60 43.4 54.4Z"/>'
    '<path d="M40 28C34.6 36 34.4 47 38.4 56H61.6C65.6 47 65.4 36 60 28Z"/>'
    '<path class="kp-c0" d="M46.6 46H53.4V53.4L50 57.4 46.6 53.4Z"/>'
    '<path class="kp-c0" d="M42.2 35C42.2 30 45 27 50 27S57.8 30 57.8 35C57.8 42.4 54.6 48.6 50 48.6S42.2'
    ' 42.4 42.2 35Z"/>'
    '<path class="kp-l2" d="M48.4 45H51.6"/>'
    '<path class="kp-c1" d="M39.4 30.4 37.8 22.4C40.4 21 43 22 44.2 25 44.8 20.6 47 18.6 50 18.6S55.2 20.6'
    ' 55.8 25C57 22 59.6 21 62.2 22.4L60.6 30.4C54 27.4 46 27.4 39.4 30.4Z"/>'
    '<circle cx="38" cy="20.6" r="1.5"/>'
    '<circle cx="50" cy="16.8" r="1.6"/>'
    '<circle cx="62" cy="20.6" r="1.5"/>'
    # flower
    '<path class="kp-l3" d="M69.6 32V60M69.6 46C66.8 45 65.6 43 65.6 40.4M69.6 50C72 49 73 47.4 73 45"/>'
    '<path class="kp-c1" d="M69.6 33C66.4 31.6 65.6 28.4 66.8 25L69.6 28 72.4 25C73.6 28.4 72.8 31.6 69.6'
    ' 33Z"/>'
)

_JACK: Final = (
    '<path d="M25 70V64L42 54H58L75 64V70Z"/><path class="kp-c2" d="M50 70V54H58L75 64V70Z"/>'
    '<path class="kp-l3" d="M56.4 66V60M62.4 66V60.6M68.4 66V63"/>'
    '<path class="kp-l4" d="M43.6 66V60M37.6 66V60.6M31.6 66V63"/>'
    '<path class="kp-c1" d="M41 53.6 45.4 48H54.6L59 53.6 50 61Z"/>'
    '<path class="kp-c0" d="M45.4 46H54.6V49.6L50 55 45.4 49.6Z"/>'
    + _HEAD
    + '<path class="kp-l2" d="M48.4 45.2H51.6"/>'
    '<path class="kp-c1" d="M38.6 28.6C36.8 22.4 42 18.2 49 18.2 57.4 18.2 63 22 61.6 28.6Z"/>'
    '<path d="M38.2 27.4H62V31.4H38.2Z"/>'
    '<path class="kp-c2" d="M55 26C56 19.4 61.4 15.8 68.4 16.8 69 22.6 64.6 26.8 58 26.8Z"/>'
    '<path class="kp-l3" d="M56.6 26.2C59.4 22.2 62.6 19.8 66.4 18.6"/>'
)

_STAFF: Final = (
    '<path class="kp-l3" d="M69.6 34V61.4"/><path class="kp-c1" d="M69.6 28.4 72.2 34.6 69.6 37.4 67 34.6Z"/>'
)

_OBER: Final = (
    '<path d="M25 70V62L42 53H58L75 62V70Z"/>'
    '<path class="kp-c2" d="M25 70V62L42 53 50 61 58 53 75 62V70Z"/>'
    '<path class="kp-c1" d="M40 53.6 45.4 49H54.6L60 53.6 50 62Z"/>'
    + _HEAD
    + '<path class="kp-l2" d="M46 44.4C48 43 52 43 54 44.4"/>'
    # helmet with a crest
    '<path class="kp-c1" d="M39 31C38 22 43 17.6 50 17.6S62 22 61 31Z"/>'
    '<path d="M38.4 28.6H61.6V32H38.4Z"/>'
    '<path d="M50 18C52 14.4 57.6 13 64 14.6 62.6 18.6 57.4 20.4 51.6 19.6Z"/>'
    # sabre
    '<path class="kp-l3" d="M69.6 64C71.6 52 71.4 40 68.4 30M66.4 60.6H73"/>'
)

HALVES: Final = {
    "K": _KING + _EYES + _BELT,
    "Q": _QUEEN + _EYES + _BELT,
    "J": _JACK + _EYES + _STAFF + _BELT,
}

GERMAN_HALVES: Final = {"K": HALVES["K"], "Q": _OBER + _EYES + _BELT, "J": HALVES["J"]}
"""King, Ober and Unter; the place of the suit symbol distinguishes the lower two."""
