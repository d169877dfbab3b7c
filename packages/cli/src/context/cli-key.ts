import type { Leaves, WordKey } from '@gantry/core';
import type { words } from '@gantry/core/words/zh-CN/cli';
import type { words as contentWords } from '@gantry/core/words/zh-CN/content';

/** Words that a command may say: those that all faces share, its own, and those of the commands that move content, which only they load. */
export type CliKey = WordKey | Leaves<typeof words> | Leaves<typeof contentWords>;
