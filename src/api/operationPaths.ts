/**
 * Path templates of the operations the service document defines (service.md is the document; sections 4.1–4.3).
 * All are relative to base_url. The listing of instances has no template here: the operator configures it.
 */
export const operationPaths = {
  deleteComputeInstance: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute/{instanceId}',
  listSubscriptionHistory: '/workspaces/{workspaceSlug}/subscription/history',
  listRegions: '/workspaces/{workspaceSlug}/regions',
} as const;
