import { words as shared } from '@gantry/core/words/en-US';
import { words as entry } from '@gantry/core/words/en-US/entry';

export const parts: readonly object[] = [shared, entry];
