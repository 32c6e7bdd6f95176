/** The outcomes of a deletion with which its row leaves the list; every other one leaves it there. */
export const leavingKinds: ReadonlySet<string> = new Set(['deleted', 'accepted', 'gone']);
