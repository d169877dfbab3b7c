import { words as shared } from '@gantry/core/words/zh-CN';
import { words as entry } from '@gantry/core/words/zh-CN/entry';

export const parts: readonly object[] = [shared, entry];
