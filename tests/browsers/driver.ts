/** A tab of a real browser: what a story needs, and nothing that only one browser can do. */
export type DrivenTab = {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** The value of an expression in the page; anything JSON can carry. */
  evaluate(expression: string): Promise<unknown>;
  /** A click by the browser's own input; CSS px from the left and the top of the viewport. */
  click(x: number, y: number): Promise<void>;
  /** Keys by the browser's own input, to whatever has the focus. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
};

/** One browser with a profile of its own, in which all tabs share their storage. */
export type Driver = {
  /** The folder with the profile on disk, if the driver knows it. */
  folder?: string;
  openTab(): Promise<DrivenTab>;
  close(): Promise<void>;
};

/** A page as Puppeteer and Playwright both have it. */
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
