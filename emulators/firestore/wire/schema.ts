import { createRequire } from 'node:module';
import protobuf from 'protobufjs';

const require = createRequire(import.meta.url);

function descriptor(): protobuf.INamespace {
  // The descriptor is resolved from the admin SDK, which contains it.
  const admin = createRequire(require.resolve('firebase-admin'));
  return admin('@google-cloud/firestore/build/protos/v1.json') as protobuf.INamespace;
}

function loadSchema(): protobuf.Root {
  const root = protobuf.Root.fromJSON(descriptor());
  const write = root.lookupType('google.firestore.v1.Write');
  // The public descriptor lacks Write.verify (field 5). Web SDK transactions send it for documents that they read but
  // do not write. Without this field such a write would be empty.
  if (write.fields['verify'] === undefined) {
    const verify = new protobuf.Field('verify', 5, 'string');
    write.add(verify);
    write.oneofs['operation']?.add(verify);
  }
  root.resolveAll();
  return root;
}

/** Firestore's protocol buffers, used to validate every transport. */
export const schema = loadSchema();

export const messageType = (name: string): protobuf.Type => schema.lookupType(`google.firestore.v1.${name}`);
