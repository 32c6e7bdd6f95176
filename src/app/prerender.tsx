import { renderToString } from 'react-dom/server';
import { SignInForm } from '../session/SignInForm.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';

/** The HTML that the build writes into `index.html`. */
export function prerenderParts(): { form: string; frame: string } {
  const form = renderToString(
    <SignInForm
      defaultWorkspace=""
      config={{ environment: null, environmentColor: 'gray', notice: null, sandbox: null }}
      onSubmit={async () => null}
    />,
  );
  return { form, frame: renderToString(<ShellSkeleton />) };
}
