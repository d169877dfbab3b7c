import { words as shared } from '@gantry/core/words/en-US';
import { words as frame } from '@gantry/core/words/en-US/console';

export const parts: readonly object[] = [shared, frame];
