/** How to sign in to the sandbox, said at the start. */
export const sandboxHint = 'Sandbox: sign in with workspace acme and access token sandbox-token';
