/** A tab of a real browser, with what every browser supports. */
export type DrivenTab = {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Returns the JSON value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks with the browser's own input, at CSS px from the top left of the viewport. */
  click(x: number, y: number): Promise<void>;
  /** Types with the browser's own input into the focused element. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
};

/** One browser with a new profile. Its tabs share their storage. */
export type Driver = {
  /** The folder with the profile on disk, if the driver knows it. */
  folder?: string;
  openTab(): Promise<DrivenTab>;
  close(): Promise<void>;
};

/** The parts of a page that Puppeteer and Playwright have in common. */
type Page = {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  goBack(): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  mouse: { click(x: number, y: number): Promise<void> };
  keyboard: { type(text: string): Promise<void> };
  close(): Promise<void>;
};

export function tabOf(page: Page): DrivenTab {
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    close: () => page.close(),
  };
}
