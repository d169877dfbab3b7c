import type { Leaves, WordKey } from '@gantry/core';
import type { words } from '@gantry/core/words/zh-CN/cli';
import type { words as contentWords } from '@gantry/core/words/zh-CN/content';
import type { words as setupWords } from '@gantry/core/words/zh-CN/setup';

/** Words that a command may say: those that all faces share, its own, and those that only some commands load. */
export type CliKey = WordKey | Leaves<typeof words> | Leaves<typeof contentWords> | Leaves<typeof setupWords>;
