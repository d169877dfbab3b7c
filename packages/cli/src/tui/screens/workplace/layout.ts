export interface Size {
  readonly width: number;
  readonly height: number;
}
export type PanelName = 'figures' | 'content' | 'orders' | 'messages' | 'system';

/** Panels of two columns, each from the top down. */
export interface WorkplaceLayout {
  readonly left: Readonly<Partial<Record<PanelName, Size>>>;
  readonly right: Readonly<Partial<Record<PanelName, Size>>>;
}

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** Where the five panels stand: two columns, the figures and the days at the left, the machine and the messages at the right. */
export function layWorkplace({ width, height }: Size, cards: number): WorkplaceLayout {
  const left = Math.floor(width * (width >= 120 ? 0.56 : 0.5));
  const right = width - left;
  const figures = between(cards + 3, 6, Math.max(6, Math.min(mostFigures, height - 5)));
  const orders = height >= 30 ? 8 : 3;
  const system = between(Math.floor((height - orders) * 0.45), 7, 14);
  return {
    left: {
      figures: { width: left, height: figures },
      content: { width: left, height: Math.max(3, height - figures) },
    },
    right: {
      system: { width: right, height: system },
      messages: { width: right, height: Math.max(3, height - system - orders) },
      orders: { width: right, height: orders },
    },
  };
}

/** A table of fifteen rows with its head and frame. */
const mostFigures = 18;
