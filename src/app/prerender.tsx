import { renderToStaticMarkup } from 'react-dom/server';
import { SignInForm } from '../session/SignInForm.tsx';

/** The HTML that the build writes into `index.html`. The page replaces it with the same elements. */
export function prerenderForm(): string {
  return renderToStaticMarkup(<SignInForm defaultWorkspace="" config={null} onSubmit={async () => null} />);
}
