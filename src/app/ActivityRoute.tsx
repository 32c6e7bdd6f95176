import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createWorkspaceKeyPrefix } from '../api/readList.ts';
import { checkLists } from '../compute/listedInstances.ts';
import { useInstances } from '../compute/useInstances.ts';
import { ActivityPage } from '../deletion/ActivityPage.tsx';
import { DeleteDialog } from '../deletion/DeleteDialog.tsx';
import { instanceKey } from '../deletion/deletion.ts';
import { hasId, type RowWithId } from '../deletion/instanceRow.ts';
import { describeListCheck, toastOutcome } from '../deletion/outcomes.ts';
import { paths } from '../paths.ts';
import { refreshConfig, useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';

export function ActivityRoute() {
  const { lists, rowsByKey } = useInstances();
  const { connection, workspace } = useSession();
  const { instancesPath } = useConfig();
  const queryClient = useQueryClient();
  const [rowToDelete, setRowToDelete] = useState<RowWithId | null>(null);

  function refreshLists() {
    void refreshConfig();
    const queryKey = [...createWorkspaceKeyPrefix(connection, workspace), 'databases'];
    void queryClient.invalidateQueries({ queryKey });
  }
  const onRefresh = instancesPath === null ? null : refreshLists;
  return (
    <>
      <ActivityPage
        rows={rowsByKey}
        sinceThen={(deletion) => {
          const { databaseName, instanceId } = deletion.target;
          const row = rowsByKey.get(instanceKey(databaseName, instanceId));
          return describeListCheck(deletion, checkLists(lists, deletion.target), row);
        }}
        onRefresh={onRefresh}
        onDeleteAgain={(row) => hasId(row) && setRowToDelete(row)}
      />
      {rowToDelete !== null && (
        <DeleteDialog
          row={rowToDelete}
          current={rowsByKey.get(rowToDelete.key)}
          onClose={(settled) => {
            setRowToDelete(null);
            // Only Compute has the alert that says this.
            if (settled?.isSaved && settled.deletion.outcome.kind === 'gone')
              toastOutcome(settled, paths.screen('activity', workspace));
          }}
          finalFocus={() => document.getElementById('page-heading')}
          onRefresh={onRefresh}
        />
      )}
    </>
  );
}
