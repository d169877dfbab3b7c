import type { Page } from 'playwright-core';

/** The appearance of an element: its position in the window, in px, and its colors. */
export interface Look {
  readonly box: readonly [x: number, y: number, width: number, height: number];
  readonly background: string;
  readonly words: string;
  readonly edge: string;
}

export type Theme = 'light' | 'dark';

/** Applies a theme, stops animations, and hides what differs between machines and times. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (name) => {
    const still = new CSSStyleSheet();
    still.replaceSync(`
      [data-testid=system-panel], [data-testid=health-line], .shell-version { visibility: hidden }
      /* Fixed height: its text depends on this machine and may need two lines. */
      [data-testid=health-line] { height: 44px; overflow: hidden }
      *, *::before, *::after { transition: none !important; animation: none !important; caret-color: transparent !important }`);
    const isStill = ({ cssRules: [first] }: CSSStyleSheet) => first?.cssText.includes('system-panel') === true;
    if (!document.adoptedStyleSheets.some(isStill))
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    if (name === 'dark') document.body.setAttribute('arco-theme', 'dark');
    else document.body.removeAttribute('arco-theme');
    await document.fonts.ready;
  }, theme);
}

/** Returns the appearance of the first element of each selector. */
export function looksOf(page: Page, selectors: readonly string[]): Promise<Record<string, Look>> {
  return page.evaluate((wanted) => {
    const look = (selector: string): Look => {
      const element = document.querySelector(selector);
      if (!element) throw new Error(`nothing is ${selector}`);
      const { x, y, width, height } = element.getBoundingClientRect();
      const { backgroundColor, color, borderTopColor } = getComputedStyle(element);
      const box = [x, y, width, height].map(Math.round) as [number, number, number, number];
      return { box, background: backgroundColor, words: color, edge: borderTopColor };
    };
    return Object.fromEntries(wanted.map((selector) => [selector, look(selector)]));
  }, selectors);
}

/** Returns how wide the machine's fonts render a line of both languages, in px. Where it differs, elements with text differ. */
export function fontsOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const line = document.createElement('span');
    line.textContent = 'Gantry 控制台：每一分算力都有去向 0123456789 The quick brown fox';
    document.body.append(line);
    const { width } = line.getBoundingClientRect();
    line.remove();
    return Math.round(width);
  });
}

/** Tolerated difference of a box in px. */
const tolerance = 3;

/** Returns a line for each difference between the current and the accepted appearance; boxes that depend on fonts are ignored. */
export function differences(
  shown: Record<string, Look>,
  accepted: Record<string, Look>,
  isFirm: (name: string) => boolean,
): string[] {
  const names = new Set([...Object.keys(shown), ...Object.keys(accepted)]);
  return [...names].flatMap((name) => {
    const [now, then] = [shown[name], accepted[name]];
    if (!now || !then) return [`${name}: ${now ? 'was never accepted' : 'is not looked at'}`];
    const far = isFirm(name) && now.box.some((value, at) => Math.abs(value - (then.box[at] ?? Number.NaN)) > tolerance);
    return [
      ...(far ? [`${name}: is at ${now.box.join(' ')}, was at ${then.box.join(' ')}`] : []),
      ...(['background', 'words', 'edge'] as const)
        .filter((part) => now[part] !== then[part])
        .map((part) => `${name}: its ${part} is ${now[part]}, was ${then[part]}`),
    ];
  });
}
