export type UpstreamCall = {
  method: 'GET' | 'DELETE';
  /** Raw path below base_url, passed on byte for byte. */
  path: string;
  headers: Readonly<Record<string, string>>;
};

/** What a body tells: its parts in order, then one of the two ends. */
export type BodyListener = { onPart(part: Uint8Array): void; onEnd(): void; onCut(): void };

/** A body on its way. It never ends cleanly where it was cut. */
export type UpstreamBody = {
  /** Tells all of it from the first part on, also what came before. Called once. */
  listen(listener: BodyListener): void;
  pause(): void;
  resume(): void;
  /** Nobody wants the rest. */
  drop(): void;
};

export type UpstreamAnswer = {
  status: number;
  /** Lower-case names; a header that came several times counts as none. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: UpstreamBody;
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
