import type { Leaves, WordKey } from '@gantry/core';
import type { words } from '@gantry/core/words/zh-CN/tui';

/** Translation keys for the terminal interface: those that all clients share, and its own. */
export type TuiKey = WordKey | Leaves<typeof words>;
