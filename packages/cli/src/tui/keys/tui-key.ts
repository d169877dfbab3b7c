import type { Leaves, WordKey } from '@gantry/core';
import type { words } from '@gantry/core/words/zh-CN/tui';

/** Words that a screen may say: those that all faces share, and the terminal's own. */
export type TuiKey = WordKey | Leaves<typeof words>;
