/** One character that shows nothing or steers what is around it: controls, formats, odd spaces, fillers, surrogates. */
export const hiddenCharacter = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
