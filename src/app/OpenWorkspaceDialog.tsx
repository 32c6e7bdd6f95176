import { type SubmitEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { cleanWorkspace } from '../session/signInProblem.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';

export function OpenWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);

  function openWorkspace(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const workspace = cleanWorkspace(String(new FormData(event.currentTarget).get('workspace')));
    if (workspace === '') return setProblem('Enter the workspace slug, e.g. acme.');
    onClose();
    navigate(
      paths.inWorkspace(
        paths.workspaceOf(pathname) ? pathname : paths.screen('compute', workspace),
        workspace,
      ),
    );
  }
  return (
    <Dialog kind="dialog" title="Open a different workspace" onClose={onClose}>
      <form onSubmit={openWorkspace} noValidate className="mt-4 grid gap-2">
        <TextField
          label="Workspace"
          name="workspace"
          hint="If your token has no access to it, you're asked for a different one."
          problem={problem}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Open workspace
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
