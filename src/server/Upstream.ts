import type { Readable } from 'node:stream';

export type UpstreamCall = {
  method: 'GET' | 'DELETE';
  /** Raw path below base_url, passed on byte for byte. */
  path: string;
  headers: Readonly<Record<string, string>>;
};

export type UpstreamAnswer = {
  status: number;
  /** Lower-case names; a header that came several times counts as none. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Errors or closes where it was cut; never ends cleanly then. */
  body: Readable;
};

export type UpstreamTalk = {
  /** Rejects where no complete headers came back. */
  answer: Promise<UpstreamAnswer>;
  /** Ends the call, and the body of its answer. */
  end(): void;
};

/** Where the calls go: the sandbox in this process, or a real service. One pipeline serves both. */
export type Upstream = {
  ask(call: UpstreamCall): UpstreamTalk;
  close(): void;
};
