export { madePdf } from '../src/demo/made-pdf.ts';
