/** The texts of the buttons that copy a link, by language. In their chunk, which few cards need. */
export { texts as copyTexts } from './en.json?card-copy-every';
