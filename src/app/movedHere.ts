/** Given along with a step into another workspace: everything on screen is new, and the focus has to go along. */
export const movedHere = { movedHere: true } as const;
