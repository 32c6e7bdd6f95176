import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query';
import { createRegionsQuery } from '../api/regions.ts';
import { createHistoryQuery } from '../api/subscriptionHistory.ts';
import { prefetchInstanceLists } from '../instances/instanceLists.ts';
import type { Screen } from '../paths.ts';
import type { Connection } from '../rules/connection.ts';
import { ServiceError } from '../rules/errors.ts';
import { configStore } from '../session/config.ts';
import type { PrefetchHandle } from '../session/session.ts';

type Options = { connection: Connection; workspace: string };

/** Stays outside the cache until `commit`, because the token may still be unproven. */
export function prefetchScreen(queryClient: QueryClient, screen: Screen, options: Options): PrefetchHandle {
  const { connection, workspace } = options;
  const trial = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() });
  const commits: (() => void)[] = [];

  function request<Data, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Data, Key>) {
    const response = trial.fetchQuery(query);
    response.catch(() => undefined);
    commits.push(() => {
      const state = trial.getQueryState<Data>(query.queryKey);
      if (state?.data !== undefined)
        queryClient.setQueryData<Data>(query.queryKey, state.data, { updatedAt: state.dataUpdatedAt });
      // Its 401 says nothing, so the screen asks again.
      else if (!isRejectedToken(state?.error)) {
        void queryClient.prefetchQuery({ ...query, queryFn: () => response, retry: false });
        response.catch((error) => {
          if (isRejectedToken(error))
            void queryClient.resetQueries({ queryKey: query.queryKey, exact: true });
        });
      }
    });
  }
  if (screen === 'compute') prefetchInstanceLists(request, connection, workspace, configStore.getState());
  if (screen === 'subscription') request(createHistoryQuery(connection, workspace));
  if (screen === 'regions') request(createRegionsQuery(connection, workspace));
  return {
    commit() {
      for (const commit of commits) commit();
    },
    drop: () => void trial.cancelQueries(),
  };
}

function isRejectedToken(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'rejected-token';
}
