import { NavLink } from 'react-router-dom';
import type { ConsoleConfig } from '../config.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { screens } from './screens.ts';
import { usePrefetch } from './usePrefetch.ts';

/** The way to every screen: at the side, on a phone at the bottom, where the thumb is. */
export function MainNav({ config }: { config: ConsoleConfig }) {
  const { workspaceSlug } = useSession();
  const prefetch = usePrefetch(config);
  return (
    <nav
      aria-label="Main"
      className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)] md:px-2"
    >
      <ul className="max-md:grid max-md:grid-cols-3 md:grid md:gap-0.5">
        {screens.map(({ screen, label, Icon }) => (
          <li key={screen}>
            <NavLink
              to={paths.screen(screen, workspaceSlug)}
              onPointerEnter={() => prefetch(screen)}
              onFocus={() => prefetch(screen)}
              className="flex items-center gap-2.5 rounded-md text-muted aria-[current=page]:font-medium aria-[current=page]:text-text forced-colors:aria-[current=page]:underline max-md:min-h-14 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:text-center max-md:text-small max-md:focus-visible:-outline-offset-2 md:min-h-9 md:px-2.5 md:hover:bg-hover md:hover:text-text md:aria-[current=page]:bg-accent-soft [&[aria-current=page]>svg]:text-accent"
            >
              <Icon size={18} aria-hidden="true" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
