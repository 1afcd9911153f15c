// Programs outside of this repository import it by this path.
export { immutableFiles } from '@busker/functions/server/site';
