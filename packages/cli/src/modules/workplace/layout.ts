import { panelLeast } from '../../tui/parts/panel.tsx';

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

/**
 * Where the five panels stand: two columns, the figures and the days at the left, the machine and the messages at the right. The machine
 * has so many lines more as there are troubles to tell beyond the first.
 */
export function layWorkplace({ width, height }: Size, cards: number, problems = 0): WorkplaceLayout {
  const left = Math.floor(width * (width >= 120 ? 0.56 : 0.5));
  const right = width - left;
  const figures = Math.min(height, between(cards + 3, 6, Math.max(6, Math.min(maxFigures, height - 5))));
  const foot = height >= 30 ? 8 : 3;
  const system = Math.min(height, between(Math.floor((height - foot) * 0.45), 7, 14) + problems);
  // What is beneath waits for its room while a sheet is docked at the foot.
  const orders = height - system >= foot + panelLeast ? foot : 0;
  return {
    left: {
      figures: { width: left, height: figures },
      content: { width: left, height: height - figures },
    },
    right: {
      system: { width: right, height: system },
      messages: { width: right, height: height - system - orders },
      orders: { width: right, height: orders },
    },
  };
}

/** A table of fifteen rows with its head and frame. */
const maxFigures = 18;
