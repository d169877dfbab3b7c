/** Row heights of a list, from the densest on. */
export const densities = ['mini', 'small', 'medium', 'large'] as const;
export type Density = (typeof densities)[number];

/** How a list looks, beside what it shows: kept in the URL too, so that a link or a saved view carries it. */
export interface ListLook {
  readonly density: Density;
  /** Widths that somebody dragged, in pixels, by column. */
  readonly widths: Readonly<Record<string, number>>;
  /** Columns that stay in sight at the start of the row. */
  readonly pinned: readonly string[];
  /** Pages with numbers, or one long list that is scrolled. */
  readonly flow: 'pages' | 'scroll';
}

export const plainLook: ListLook = { density: 'medium', widths: {}, pinned: [], flow: 'pages' };

const narrowestColumn = 64;
const widestColumn = 960;

/** A width that a column may have: whole pixels between the narrowest and the widest. */
export function fitWidth(width: number): number {
  return Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)));
}

/** Names of columns stand in the URL between commas and colons, so those that hold one are left out. */
function plainName(name: string): boolean {
  return /^[A-Za-z0-9]+$/.test(name);
}

/** A look as search parameters; what is plain is left out. */
export function encodeListLook(look: ListLook): Record<string, string> {
  const widths = Object.entries(look.widths).filter(([name]) => plainName(name));
  const pinned = look.pinned.filter(plainName);
  const result: Record<string, string> = {};
  if (look.density !== plainLook.density) result.density = look.density;
  if (widths.length > 0) result.w = widths.map(([name, width]) => `${name}:${fitWidth(width)}`).join(',');
  if (pinned.length > 0) result.pin = pinned.join(',');
  if (look.flow !== plainLook.flow) result.flow = look.flow;
  return result;
}

function decodeWidths(text: string | null): Record<string, number> {
  const entries = (text ?? '').split(',').flatMap((part) => {
    const [name = '', digits = ''] = part.split(':');
    return plainName(name) && /^\d{1,5}$/.test(digits) ? [[name, fitWidth(Number(digits))] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The look of a URL; what cannot be read is plain. */
export function decodeListLook(get: (name: string) => string | null): ListLook {
  const density = get('density');
  return {
    density: densities.find((one) => one === density) ?? plainLook.density,
    widths: decodeWidths(get('w')),
    pinned: [...new Set((get('pin') ?? '').split(',').filter(plainName))],
    flow: get('flow') === 'scroll' ? 'scroll' : 'pages',
  };
}

/** Every search parameter that a list keeps; others of the same URL are not its own. */
export const listParameters = ['page', 'size', 'q', 'sort', 'cols', 'f', 'density', 'w', 'pin', 'flow'] as const;
