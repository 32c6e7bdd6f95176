import { renderToString } from 'react-dom/server';
import { SignIn } from '../session/SignIn.tsx';
import { ShellFrame } from './ShellFrame.tsx';

/** The HTML that the build writes into `index.html`. */
export function renderPage(): { form: string; frame: string } {
  const form = renderToString(
    <SignIn
      defaultWorkspace=""
      config={{ environment: null, environmentColor: 'gray', notice: null, sandbox: null }}
      onSubmit={async () => null}
    />,
  );
  return { form, frame: renderToString(<ShellFrame />) };
}
