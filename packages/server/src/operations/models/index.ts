import { carousel } from '@gantry/core';
import type { RecordChecks } from '../../resources/engine.ts';
import { noticeTimes } from '../news/notice-times.ts';

export const modelChecks: RecordChecks = { [carousel.name]: noticeTimes };
