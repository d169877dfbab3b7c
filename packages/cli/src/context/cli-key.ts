import type { Leaves, WordKey } from '@gantry/core';
import type { words } from '@gantry/core/words/zh-CN/cli';
import type { words as contentWords } from '@gantry/core/words/zh-CN/content';
import type { words as setupWords } from '@gantry/core/words/zh-CN/setup';

/** Text keys of the CLI: the shared ones, its own, and those that only some commands load. */
export type CliKey = WordKey | Leaves<typeof words> | Leaves<typeof contentWords> | Leaves<typeof setupWords>;
