import { words as shared } from '@gantry/core/words/zh-CN';
import { words as frame } from '@gantry/core/words/zh-CN/console';

export const parts: readonly object[] = [shared, frame];
