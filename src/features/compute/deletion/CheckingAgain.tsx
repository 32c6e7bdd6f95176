/** What there is to know before a deletion whose outcome is unknown is checked: there is no other way to ask. */
export function CheckingAgain() {
  return (
    <p>
      Check again sends the same deletion once more: if it was deleted, the service says that it is gone; if
      it was not, it is deleted now.
    </p>
  );
}
