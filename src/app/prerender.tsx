import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { SignInPage } from '../session/SignInPage.tsx';

/** The HTML that the build writes into `index.html`. The page replaces it with the same elements. */
export function prerenderForm(): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <SignInPage workspace="" isReady={false} />
    </MemoryRouter>,
  );
}
