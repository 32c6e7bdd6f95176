import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { useSession } from '../session/useSession.ts';

const dialogSelector = '[role=alertdialog][data-open], [role=dialog][data-open]:not(.drawer)';

/** `/`, Ctrl K and ⌘ K go to the search of Compute from every screen. */
export function useSearchKeys(): void {
  const { workspace } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    function openSearch(event: KeyboardEvent) {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      if (document.querySelector(dialogSelector) !== null) return;
      if (paths.screenOf(window.location.pathname) !== 'compute')
        flushSync(() => void navigate(paths.screen('compute', workspace)));
      const search = document.querySelector<HTMLInputElement>('#instance-search');
      search?.focus();
      search?.select();
    }
    window.addEventListener('keydown', openSearch);
    return () => window.removeEventListener('keydown', openSearch);
  }, [navigate, workspace]);
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !altKey && !shiftKey;
  return key === '/' && !(target instanceof Element && target.closest('input, textarea, select') !== null);
}
