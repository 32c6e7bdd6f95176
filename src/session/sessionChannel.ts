/** Names of the channels between the tabs of one origin; browsers carry them no further, and keep nothing of them. */
export const sessionChannel = {
  /** Sign-outs, signs of life, and questions for a session. */
  ofAll: (serviceUrl: string) => `workspace-console.session.${serviceUrl}`,
  /** Where one asking tab listens alone, so that no other tab gets another copy of the token. */
  ofOne: (serviceUrl: string, nonce: string) => `workspace-console.session.${serviceUrl}.${nonce}`,
};
