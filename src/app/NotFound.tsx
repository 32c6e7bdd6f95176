import { Link, useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { PageHeading } from '../ui/PageHeading.tsx';

/** An address that leads nowhere says so, inside the shell. */
export function NotFound() {
  const { workspaceSlug } = useSession();
  const { pathname } = useLocation();
  return (
    <>
      <PageHeading title="Page not found" workspaceSlug={workspaceSlug} />
      <p className="wrap-anywhere">
        There is nothing at <code>{pathname}</code>.
      </p>
      <p className="mt-4">
        <Link
          to={paths.screen('compute', workspaceSlug)}
          className="text-accent underline underline-offset-2"
        >
          Go to Compute
        </Link>
      </p>
    </>
  );
}
