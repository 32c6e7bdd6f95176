/** Whether an error is a piece of the console's own code that did not come: a new release has replaced it, or the network failed. */
export function isMissingCode(error: Error): boolean {
  return /dynamically imported module|importing a module script failed|unable to preload/i.test(
    error.message,
  );
}
