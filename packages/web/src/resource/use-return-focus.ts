export { useReturnFocus } from '../ui/index.ts';
