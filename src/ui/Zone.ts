/** The zones a person can choose between; every shown time names its own offset. */
export type Zone = 'UTC' | 'local';
