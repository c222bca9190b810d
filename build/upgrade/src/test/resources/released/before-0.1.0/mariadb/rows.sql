INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES (X'6578656375746564', X'73686f70', X'504f5354202f6f7264657273', X'73f80633a12775cf851028a7f46de439591e1d7827828d83c883678e9615ae44', NULL, 1795948611006065, 9223372036854775807, 1, 1795948611006065, NULL, 1, X'016120726573756c74');
INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES (X'65787069726564', X'73686f70', X'504f5354202f6f7264657273', X'fa64ea1e82e1206f828ab2a02917c7e92accb98e3b95881a1b4ad52b914b66e3', NULL, 1795948611103819, 1, 1, 1795948611103819, NULL, 1, X'016f6c64');
INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES (X'68616c6620646f6e65', X'73686f70', X'504f5354202f6f7264657273', X'70f0bdbbb0d324a65171152ae8038294914739e4587c5d9761410a697ec6a0e9', NULL, 1795948611150224, 9223372036854775807, 1, 1795948611150224, 1795948611168445, 1, X'00000001000566697273740001000000126f6620746865206669727374207068617365');
INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES (X'6c6561736564', X'73686f70', X'504f5354202f6f7264657273', X'1ef001c44773ada34af4534af34dfedffb7f112e831b0572b0998b6b3e167cca', NULL, 1795948611126033, 9223372036854775807, 1, 1795948611126033, NULL, 1, X'016c6561736564');
INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES (X'6c6f6e67', X'73686f70', X'504f5354202f6f7264657273', X'fc66f021c67d064c1490a12b5a4d4d2f5167ca692a16ca12f1f3a4cda29a6fa9', NULL, 1795948611026896, 9223372036854775807, 1, 1795948611026896, NULL, 1, X'0200001b587801edd5b90d00200c03c055b25a0a441381c4b33f0b30c29569add8975173f4586ddf3a912e49f8027db00556910834a4210d6948431ad2908634a4210d6948431ad2908634a4210d69f8d1f0010fa1e3c8');
INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until, format, payload)
  VALUES (X'72656675736564', X'73686f70', X'504f5354202f6f7264657273', X'83c874d33e8bff73caaa762c79cd1ed101d727c7f20fe4972c67e67978292f23', NULL, 1795948611047238, 9223372036854775807, 1, 1795948611047238, NULL, 1, X'116e6f');
INSERT INTO counterfoil_message_try (message_hash, tries, counted_at)
  VALUES (X'9015e29646067254a5fe40c26a693d42704bd2cd4e7ff29e29e23cd1d6a89c98', 1, 1795948611243231);
INSERT INTO counterfoil_outbox (key_hash, topic, message, added_at)
  VALUES (1137334324749898932, X'6f7264657273', X'0100066f726465727300036d2d3100076f7264657220370010685a3232676b432d4c52524942756869000a746578742f706c61696e000100087072696f726974790004686967680000000961206d657373616765', 1795948611242223);
INSERT INTO counterfoil_batch (namespace, batch_id, kind, opened_at, created, known, refused)
  VALUES (X'636c69656e743a73686f70', X'6d6f6e6461792773206f7264657273', 'orders', 1795948611274991, 2, 0, 1);
INSERT INTO counterfoil_batch_member (batch_pk, position, status, reference, entity_id, problem)
  VALUES (1, 0, 0, X'6f726465722030', X'01a20226447d73298af52b1df7e77800', NULL);
INSERT INTO counterfoil_batch_member (batch_pk, position, status, reference, entity_id, problem)
  VALUES (1, 1, 0, X'6f726465722031', X'01a20226447d73298af52b1df7e77800', NULL);
INSERT INTO counterfoil_batch_member (batch_pk, position, status, reference, entity_id, problem)
  VALUES (1, 2, 2, NULL, NULL, 'no such order');
INSERT INTO counterfoil_creation (command_id, entity_id, command_name, created_at)
  VALUES (X'01a20226447d73298af52b1df7e778f7', X'01a20226447d73298af52b1df7e77800', 'open-account', 1795948611272091);
INSERT INTO counterfoil_operation (id, namespace, kind, reference, state, input, recovery_point, step, done, total, result, failure, failures, created_at, started_at, finished_at, correlation_id, callback_target, callback_id, callback_state, callback_tries)
  VALUES (X'01a226e106d1707ca2f28235f7f30f26', X'636c69656e743a73686f70', 'count', X'656e646564', 'SUCCEEDED', '', 'iii', 4, 3, NULL, '{"counted":3}', NULL, 0, 1795948611281373, 1795948611281373, 1795948611281373, '8hUx2IJTPZ5xkrvP', NULL, '01a226e1-06d1-707c-a3d6-282b4306d15f', 'NONE', 0);
INSERT INTO counterfoil_operation (id, namespace, kind, reference, state, input, recovery_point, step, done, total, result, failure, failures, created_at, started_at, finished_at, correlation_id, callback_target, callback_id, callback_state, callback_tries)
  VALUES (X'01a226e106da770492398b8883ae04b1', X'636c69656e743a73686f70', 'count', X'68616c6620646f6e65', 'RUNNING', '', 'i', 1, 1, NULL, NULL, NULL, 0, 1795948611290123, 1795948611290123, NULL, '29bHhC_0vtbFIE0i', NULL, '01a226e1-06da-7704-93d5-e28a7cdb5270', 'NONE', 0);
INSERT INTO counterfoil_operation_queue (task_name, task_instance, task_data, execution_time, picked, picked_by, last_success, last_failure, consecutive_failures, last_heartbeat, version)
  VALUES ('count', '01a226e1-06da-7704-9239-8b8883ae04b1', NULL, '2026-01-01 00:00:00.000000', false, NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO counterfoil_client_journal (request_id, target, opened_at, holder, held_until, entry)
  VALUES (X'70656e64696e67', 'POST example.com/orders', 1795946400123456, '1e0c08cf-7376-41dc-9d0b-c8836bd97ef5', 1795948611268430, X'010000000770656e64696e670100000004504f53540000002168747470733a2f2f6578616d706c652e636f6d2f6f72646572733f6472793d6e6f000000010000000c436f6e74656e742d54797065000000106170706c69636174696f6e2f6a736f6e0000000c7b22616d6f756e74223a357d00000007617474656d7074000661675b370a40');
