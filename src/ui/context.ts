import { createContext } from 'react';

/** True while the sign-in form covers the page. Dialogs and drawers are then hidden. */
export const PageCoveredContext = createContext(false);
