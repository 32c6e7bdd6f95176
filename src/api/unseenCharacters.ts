/** Controls and bidi marks: in a sentence they carry no meaning and can only mislead. */
export const unseenCharacters = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
