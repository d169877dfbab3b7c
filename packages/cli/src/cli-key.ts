import type { Leaves, WordKey } from '@gantry/core';
import type { words } from '@gantry/core/words/zh-CN/cli';

/** Words that a command may say: those that all faces share, and its own. */
export type CliKey = WordKey | Leaves<typeof words>;
