/** In `history.state`, so that it holds for this page and ends with it. */
const mark = 'leftServiceWorker';

/**
 * The console has no service worker. One of a different app on the same host could answer requests for the server, and then
 * a delete that was never sent would look deleted. Resolves to `reloading` after removing it, and to `stays` if it is back.
 */
export async function leaveServiceWorker(): Promise<'none' | 'reloading' | 'stays'> {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!container?.controller) return 'none';
  if (window.history.state?.[mark] === true) return 'stays';
  const registrations = await container.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  window.history.replaceState({ ...window.history.state, [mark]: true }, '');
  window.location.reload();
  return 'reloading';
}
