import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { Toasts } from '../ui/toasts.tsx';
import { Screens } from './routes.tsx';
import { Shell } from './Shell.tsx';

/** Everything behind the sign-in form. */
export function Console() {
  return (
    <NuqsAdapter>
      <Shell>
        <Screens />
      </Shell>
      <Toasts />
    </NuqsAdapter>
  );
}
