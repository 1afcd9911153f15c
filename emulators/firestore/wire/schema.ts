import { createRequire } from 'node:module';
import protobuf from 'protobufjs';

const require = createRequire(import.meta.url);

function descriptor(): protobuf.INamespace {
  // The descriptor belongs to the admin SDK, so it is looked up from there.
  const admin = createRequire(require.resolve('firebase-admin'));
  return admin('@google-cloud/firestore/build/protos/v1.json') as protobuf.INamespace;
}

function loadSchema(): protobuf.Root {
  const root = protobuf.Root.fromJSON(descriptor());
  const write = root.lookupType('google.firestore.v1.Write');
  // The public descriptor lacks Write.verify (field 5), which web SDK transactions send for documents that they
  // read but do not write. Without it such a write would arrive empty.
  if (write.fields['verify'] === undefined) {
    const verify = new protobuf.Field('verify', 5, 'string');
    write.add(verify);
    write.oneofs['operation']?.add(verify);
  }
  root.resolveAll();
  return root;
}

/** Firestore's protocol buffers: what every transport is checked against. */
export const schema = loadSchema();

export const messageType = (name: string): protobuf.Type => schema.lookupType(`google.firestore.v1.${name}`);
