import { renderToStaticMarkup } from 'react-dom/server';
import { SignInForm } from '../session/SignInForm.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';

/** The HTML that the build writes into `index.html`. The page replaces it with the same elements. */
export function prerenderParts(): { form: string; frame: string } {
  return {
    form: renderToStaticMarkup(<SignInForm defaultWorkspace="" config={null} onSubmit={async () => null} />),
    frame: renderToStaticMarkup(<ShellSkeleton />),
  };
}
