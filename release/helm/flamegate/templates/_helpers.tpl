{{/* Name of everything of a release. */}}
{{- define "flamegate.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "flamegate.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "flamegate.account" -}}
{{- if .Values.serviceAccount.name }}{{ .Values.serviceAccount.name }}{{ else if .Values.serviceAccount.create }}{{ include "flamegate.name" . }}{{ else }}default{{ end }}
{{- end }}

{{- define "flamegate.image" -}}
{{- $tag := .Values.image.tag | default .Chart.AppVersion -}}
{{ .Values.image.repository }}{{ if hasPrefix "sha256:" $tag }}@{{ else }}:{{ end }}{{ $tag }}
{{- end }}

{{/* Namespace of what is measured: anyone who can create a pod in it can read its Secrets. */}}
{{- define "flamegate.measured" -}}
{{- if and .Values.history.secret (or (not .Values.measure.namespace) (eq .Values.measure.namespace .Release.Namespace)) }}
{{- fail "measure.namespace has to be another namespace than the release's, where the Secret of history.secret is: the plan's author can have pods made there, and they could read it" }}
{{- end }}
{{- .Values.measure.namespace | default .Release.Namespace }}
{{- end }}

{{/* Of the pod: no more rights than a program needs that reads a plan and talks to servers. */}}
{{- define "flamegate.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "flamegate.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{/* The pod that measures, from its service account on. */}}
{{- define "flamegate.measure" -}}
serviceAccountName: {{ include "flamegate.account" . }}
restartPolicy: Never
terminationGracePeriodSeconds: 60
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
{{- with .Values.measure.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .Values.measure.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
securityContext:
  {{- include "flamegate.podSecurity" . | nindent 2 }}
containers:
  - name: gate
    image: {{ include "flamegate.image" . | quote }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    command: [/opt/flamegate/bin/flamegate]
    args:
      - {{ .Values.measure.command }}
      {{- if .Values.measure.failOnInconclusive }}
      - --fail-on-inconclusive
      {{- end }}
      {{- with .Values.measure.namespace }}
      - {{ printf "--set=target.kubernetes.namespace=%s" . | quote }}
      {{- end }}
      {{- with .Values.history.remote }}
      - {{ printf "--history-remote=%s" . | quote }}
      {{- end }}
      {{- range .Values.measure.arguments }}
      - {{ . | quote }}
      {{- end }}
    workingDir: /workspace
    env:
      - {name: HOME, value: /tmp}
    {{- with .Values.history.secret }}
    envFrom:
      - secretRef: {name: {{ . | quote }}}
    {{- end }}
    resources: {{ toJson .Values.measure.resources }}
    securityContext:
      {{- include "flamegate.security" . | nindent 6 }}
    volumeMounts:
      - {name: work, mountPath: /workspace}
      - {name: tmp, mountPath: /tmp}
      - {name: plan, mountPath: /workspace/flamegate.yaml, subPath: flamegate.yaml, readOnly: true}
      {{- range $file, $text := .Values.rules }}
      - {name: plan, mountPath: {{ printf "/workspace/%s" $file | quote }}, subPath: {{ $file | quote }}, readOnly: true}
      {{- end }}
volumes:
  - name: work
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  - name: plan
    configMap: {name: {{ include "flamegate.name" . }}-plan}
{{- end }}
