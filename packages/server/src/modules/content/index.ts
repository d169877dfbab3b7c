import { defineModule } from '../../platform/module/define-module.ts';
import { addSlideCalls, type SlideCounter } from './live-slides.ts';

/** News, help, carousel, menus, icons and courses. */
export const contentModule = defineModule({
  name: 'content',
  routes: (register, { counter }: { readonly counter: SlideCounter }) => addSlideCalls(register, counter),
});
