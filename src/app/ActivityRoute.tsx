import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActivityPage } from '../activity/ActivityPage.tsx';
import { createWorkspaceKeyPrefix } from '../api/readList.ts';
import { DeleteDialog } from '../instances/delete/DeleteDialog.tsx';
import { describeListCheck, toastOutcome } from '../instances/delete/outcomes.ts';
import { hasId, type RowWithId } from '../instances/instanceRow.ts';
import { checkLists } from '../instances/listedInstances.ts';
import { useInstances } from '../instances/useInstances.ts';
import { paths } from '../paths.ts';
import { instanceKey } from '../rules/deletion.ts';
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
